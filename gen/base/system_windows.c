/* SPDX-License-Identifier: MIT */
#ifdef _WIN32
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* --- errors and texts */

static int error_of(DWORD error) {
    static const struct {
        DWORD error;
        int is;
    } known[] = {{ERROR_FILE_NOT_FOUND, ENOENT},
                 {ERROR_PATH_NOT_FOUND, ENOENT},
                 {ERROR_INVALID_NAME, EINVAL},
                 {ERROR_INVALID_DRIVE, ENOENT},
                 {ERROR_BAD_NETPATH, ENOENT},
                 {ERROR_ACCESS_DENIED, EACCES},
                 {ERROR_SHARING_VIOLATION, EACCES},
                 {ERROR_LOCK_VIOLATION, EACCES},
                 {ERROR_USER_MAPPED_FILE, EACCES},
                 {ERROR_ALREADY_EXISTS, EEXIST},
                 {ERROR_FILE_EXISTS, EEXIST},
                 {ERROR_DISK_FULL, ENOSPC},
                 {ERROR_HANDLE_DISK_FULL, ENOSPC},
                 {ERROR_BROKEN_PIPE, EPIPE},
                 {ERROR_NO_DATA, EPIPE},
                 {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
                 {ERROR_DIRECTORY, ENOTDIR},
                 {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                 {ERROR_OUTOFMEMORY, ENOMEM},
                 {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                 {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                 {ERROR_WRITE_PROTECT, EROFS},
                 {ERROR_INVALID_HANDLE, EBADF},
                 {ERROR_NOT_SUPPORTED, ENOSYS}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (known[k].error == error)
            return known[k].is;
    return EIO;
}

static void take_error(void) {
    errno = error_of(GetLastError());
}

/* Takes the memory of a path, and keeps the error. */
static bool result_of(BOOL good, wchar_t *path, wchar_t *other) {
    if (!good)
        take_error();
    int wrong = errno;
    free(path);
    free(other);
    errno = wrong;
    return good;
}

/* A path with backslashes; NULL without memory. The caller frees it. */
static wchar_t *wide_text(const char *path) {
    const int room = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
    wchar_t *text = malloc(((size_t)room + 1) * sizeof *text);
    if (!text)
        return NULL;
    *text = 0;
    MultiByteToWideChar(CP_UTF8, 0, path, -1, text, room);
    for (wchar_t *at = text; *at; at++)
        if (*at == L'/')
            *at = L'\\';
    return text;
}

/* Does Windows take the path for a device, as it takes aux.h? */
static bool is_device_by_chance(const wchar_t *text) {
    enum { LONGEST = 16 };
    static const wchar_t devices[] = L"\\\\.\\";
    const size_t letters = wcslen(devices);
    wchar_t full[LONGEST];
    const DWORD length = GetFullPathNameW(text, LONGEST, full, NULL);
    return length > letters && length < LONGEST && wcsncmp(full, devices, letters) == 0 &&
           wcsncmp(text, devices, letters) != 0 && _wcsicmp(text, full + letters) != 0;
}

/* A path for Windows' functions; NULL if they would take it for a device. A long absolute path, from a drive or
 * \\server on, gets the prefix that lifts the limit of 260 characters. That prefix needs an absolute path with
 * backslashes. */
static wchar_t *wide(const char *path) {
    enum { LONG = 240 };
    wchar_t *text = wide_text(strcmp(path, "/dev/null") == 0 ? "NUL" : path);
    if (!text)
        return NULL;
    if (is_device_by_chance(text)) {
        free(text);
        SetLastError(ERROR_INVALID_NAME);
        return NULL;
    }
    const DWORD length = GetFullPathNameW(text, 0, NULL, NULL);
    const bool server = wcsncmp(text, L"\\\\", 2) == 0;
    if (length < LONG || (server && wcschr(L"?.", text[2])))
        return text;
    const wchar_t *prefix = server ? L"\\\\?\\UNC" : L"\\\\?\\";
    const size_t letters = wcslen(prefix),
                 at = letters - server; /* in place of the first backslash */
    wchar_t *full = malloc((length + at) * sizeof *full);
    if (full) {
        GetFullPathNameW(text, length, full + at, NULL);
        memcpy(full, prefix, letters * sizeof *full);
    }
    free(text);
    return full;
}

/* The same text in UTF-8, which the caller frees. */
static char *narrow(const wchar_t *text) {
    const int room = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *to = malloc((size_t)room + 1);
    if (to) {
        *to = 0;
        WideCharToMultiByte(CP_UTF8, 0, text, -1, to, room, NULL, NULL);
    }
    return to;
}

static char *narrow_path(const wchar_t *text) {
    char *path = narrow(wcsncmp(text, L"\\\\?\\", 4) == 0 ? text + 4 : text);
    for (char *at = path; at && *at; at++)
        if (*at == '\\')
            *at = '/';
    return path;
}

/* --- paths */

const char system_slashes[] = "/\\";

size_t system_drive(const char *path) {
    return ((*path | 32) >= 'a' && (*path | 32) <= 'z' && path[1] == ':') ? 2 : 0;
}

/* Windows follows links itself, and a rename replaces them. */
char *system_link(const char *path) {
    (void)path;
    errno = EINVAL;
    return NULL;
}

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

/* FILE_FLAG_BACKUP_SEMANTICS opens folders too. */
static HANDLE open_to_look(const char *path) {
    wchar_t *name = wide(path);
    HANDLE handle = name ? CreateFileW(name, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                       FILE_FLAG_BACKUP_SEMANTICS, NULL)
                         : INVALID_HANDLE_VALUE;
    result_of(handle != INVALID_HANDLE_VALUE, name, NULL);
    return handle;
}

char *system_real_path(const char *path) {
    HANDLE handle = open_to_look(path);
    if (handle == INVALID_HANDLE_VALUE)
        return NULL;
    const DWORD room = GetFinalPathNameByHandleW(handle, NULL, 0, 0);
    wchar_t *full = malloc(((size_t)room + 1) * sizeof *full);
    char *real = NULL;
    if (full && GetFinalPathNameByHandleW(handle, full, room + 1, 0) > 0)
        real = narrow_path(full);
    free(full);
    CloseHandle(handle);
    return real;
}

/* Windows doesn't see blanks and points at the end either. */
char *system_one_spelling(const char *path) {
    wchar_t *text = wide_text(path);
    int length = text ? (int)wcslen(text) : 0;
    while (length > 0 && wcschr(L" .", text[length - 1]))
        text[--length] = 0;
    LCMapStringW(LOCALE_INVARIANT, LCMAP_UPPERCASE, text, length, text, length);
    char *one = text ? narrow(text) : NULL;
    free(text);
    return one;
}

char *system_temporary_folder(void) {
    wchar_t folder[MAX_PATH + 2] = L".";
    GetTempPathW(MAX_PATH + 1, folder);
    size_t length = wcslen(folder);
    if (length > 1 && folder[length - 1] == L'\\')
        folder[length - 1] = 0;
    return narrow_path(folder);
}

/* --- files */

static bool status_of(HANDLE handle, struct system_status *status) {
    BY_HANDLE_FILE_INFORMATION got;
    *status = (struct system_status){.kind = SYSTEM_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return true;
    if (!GetFileInformationByHandle(handle, &got)) {
        take_error();
        return false;
    }
    status->kind = got.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? SYSTEM_FOLDER : SYSTEM_FILE;
    status->size = (uint64_t)got.nFileSizeHigh << 32 | got.nFileSizeLow;
    return true;
}

bool system_status(const char *path, struct system_status *status) {
    HANDLE handle = open_to_look(path);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    bool known = status_of(handle, status);
    CloseHandle(handle);
    return known;
}

static HANDLE handle_of(int descriptor) {
    return (HANDLE)_get_osfhandle(descriptor);
}

bool system_status_of(int descriptor, struct system_status *status) {
    return status_of(handle_of(descriptor), status);
}

bool system_may_write(const char *path) {
    wchar_t *name = wide(path);
    const DWORD attributes = name ? GetFileAttributesW(name) : INVALID_FILE_ATTRIBUTES;
    free(name);
    errno = EACCES;
    return attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_READONLY);
}

int system_open(const char *path, enum system_access access) {
    static const DWORD rights[] = {[SYSTEM_READ] = GENERIC_READ,
                                   [SYSTEM_READ_FILE] = GENERIC_READ,
                                   [SYSTEM_WRITE] = GENERIC_WRITE,
                                   [SYSTEM_CREATE] = GENERIC_READ | GENERIC_WRITE | DELETE};
    wchar_t *name = wide(path);
    HANDLE handle = name ? CreateFileW(name, rights[access], SHARED, NULL,
                                       access == SYSTEM_CREATE ? CREATE_NEW : OPEN_EXISTING,
                                       access <= SYSTEM_READ_FILE ? FILE_FLAG_BACKUP_SEMANTICS
                                                                  : FILE_ATTRIBUTE_NORMAL,
                                       NULL)
                         : INVALID_HANDLE_VALUE;
    if (!result_of(handle != INVALID_HANDLE_VALUE, name, NULL))
        return -1;
    int descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0)
        CloseHandle(handle);
    return descriptor;
}

int system_open_nameless(const char *folder) {
    (void)folder;
    errno = ENOSYS;
    return -1;
}

/* The C library has no more. */
bool system_may_have_open(int descriptors) {
    return descriptors < 2048;
}

bool system_close(int descriptor) {
    return _close(descriptor) == 0;
}

/* ReadFile and WriteFile take 32 bits. */
static DWORD part_of(size_t count) {
    enum { MOST = 1 << 30 };
    return count < MOST ? (DWORD)count : MOST;
}

static OVERLAPPED at_offset(uint64_t offset) {
    return (OVERLAPPED){.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
}

int64_t system_read(int descriptor, void *bytes, size_t count) {
    DWORD got = 0;
    if (ReadFile(handle_of(descriptor), bytes, part_of(count), &got, NULL) ||
        GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF)
        return got;
    take_error();
    if (errno == EACCES || errno == EIO) { /* what POSIX says of a folder */
        struct system_status status;
        if (system_status_of(descriptor, &status) && status.kind == SYSTEM_FOLDER)
            errno = EISDIR;
    }
    return -1;
}

int64_t system_read_at(int descriptor, void *bytes, size_t count, uint64_t offset) {
    size_t done = 0;
    for (DWORD got = 1; got > 0 && done < count; done += got) {
        OVERLAPPED at = at_offset(offset + done);
        got = 0;
        if (!ReadFile(handle_of(descriptor), (char *)bytes + done, part_of(count - done), &got,
                      &at) &&
            GetLastError() != ERROR_HANDLE_EOF) {
            take_error();
            return -1;
        }
    }
    return (int64_t)done;
}

bool system_write(int descriptor, const void *bytes, size_t count, uint64_t offset) {
    const bool stream = offset == SYSTEM_AT_END;
    size_t done = 0;
    for (DWORD written = 0; done < count; done += written) {
        OVERLAPPED at = at_offset(offset + done);
        if (!WriteFile(handle_of(descriptor), (const char *)bytes + done, part_of(count - done),
                       &written, stream ? NULL : &at)) {
            take_error();
            return false;
        }
    }
    return true;
}

void system_claim_space(int descriptor, uint64_t from, uint64_t count) {
    (void)descriptor;
    (void)from;
    (void)count;
}

/* A file inherits the rights of its folder. */
bool system_take_over(int descriptor, const struct system_status *old) {
    (void)descriptor;
    (void)old;
    return true;
}

/* Virus scanners and indexers open new files for a moment, and another program may have the old one open. So a rename
 * that fails is tried again for a while. */
bool system_rename(const char *from, const char *to) {
    enum { TRIES = 50, WAIT = 20 }; /* milliseconds */
    wchar_t *old = wide(from), *new = wide(to);
    BOOL done = FALSE;
    for (int k = 0; old && new && !done &&k < TRIES; k++) {
        done = MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING);
        if (!done && error_of(GetLastError()) != EACCES)
            break;
        if (!done)
            Sleep(WAIT);
    }
    return result_of(done, old, new);
}

bool system_exchange(const char *path, const char *other) {
    (void)path;
    (void)other;
    errno = ENOSYS;
    return false;
}

bool system_add_name(const char *path, const char *name) {
    wchar_t *old = wide(path), *new = wide(name);
    return result_of(old && new &&CreateHardLinkW(new, old, NULL), old, new);
}

bool system_name_open(int descriptor, const char *name) {
    (void)descriptor;
    (void)name;
    errno = ENOSYS;
    return false;
}

bool system_remove(const char *path) {
    wchar_t *name = wide(path);
    return result_of(name && DeleteFileW(name), name, NULL);
}

bool system_make_folder(const char *path) {
    struct system_status status;
    if (system_status(path, &status)) { /* a drive too */
        errno = EEXIST;
        return false;
    }
    wchar_t *name = wide(path);
    return result_of(name && CreateDirectoryW(name, NULL), name, NULL);
}

bool system_remove_folder(const char *path) {
    wchar_t *name = wide(path);
    return result_of(name && RemoveDirectoryW(name), name, NULL);
}

/* --- what ends the program: Ctrl-C, Ctrl-Break, a window that is closed, a user who logs off. Windows reports it in a
 * separate thread. Holding these signals means holding a lock that this thread needs. */

static CRITICAL_SECTION holding;
static void (*before_end)(const char *signal);

/* The code page of the shell's console, which is restored at the end. */
static UINT code_page;
static void restore_code_page(void) {
    SetConsoleOutputCP(code_page);
}

static BOOL WINAPI on_event(DWORD event) {
    EnterCriticalSection(&holding);
    before_end(event == CTRL_C_EVENT       ? "SIGINT"
               : event == CTRL_BREAK_EVENT ? "SIGBREAK"
                                           : "SIGTERM");
    restore_code_page();
    ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}

void system_start(void (*ending)(const char *signal)) {
    before_end = ending;
    InitializeCriticalSection(&holding);
    SetConsoleCtrlHandler(on_event, TRUE);
    code_page = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    atexit(restore_code_page);
    for (int standard = 0; standard <= 2; standard++)
        _setmode(standard, _O_BINARY);
    HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode;
    if (GetConsoleMode(console, &mode))
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void system_hold_signals(void) {
    EnterCriticalSection(&holding);
}

void system_hold_signals_of_new_thread(void) {
    EnterCriticalSection(&holding);
}

void system_release_signals(void) {
    LeaveCriticalSection(&holding);
}

/* --- the process */

unsigned system_cpus(void) {
    DWORD_PTR own, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all) || own == 0)
        return 1;
    return (unsigned)__builtin_popcountll(own);
}

void *system_aligned_memory(size_t alignment, size_t size) {
    return _aligned_malloc(size ? size : 1, alignment);
}

void system_free_aligned(void *memory) {
    _aligned_free(memory);
}

bool system_has_terminal(void) {
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), &mode);
}

void system_say(const char *text) {
    DWORD done;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)strlen(text), &done, NULL);
}

void system_wait(unsigned milliseconds) {
    Sleep(milliseconds);
}

/* -municode begins here: the arguments are in UTF-8, whatever the code page is. */
int main(int argc, char *argv[]);

int wmain(int argc, wchar_t *wide_argv[]);
int wmain(int argc, wchar_t *wide_argv[]) {
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    for (int k = 0; argv && k < argc; k++)
        if (!(argv[k] = narrow(wide_argv[k])))
            return 1;
    return argv ? main(argc, argv) : 1;
}
#else
typedef int system_is_not_windows; /* C wants something in each file */
#endif
