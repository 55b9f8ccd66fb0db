/* SPDX-License-Identifier: MIT */
/* What check_windows.sh does to posenc.exe from within Windows:
 *
 *     windows.exe hold FILE SECONDS COMMAND     runs a command while FILE is open to nobody else, for so long or till its end
 *     windows.exe c|break FOLDER COMMAND        presses Ctrl-C or Ctrl-Break when a command has begun a file in FOLDER
 *     windows.exe page COMMAND                  the code page of the console's output, before and after a command
 *
 * COMMAND is a command line. It ends with the command's status, or with 99 if something else fails; `c` and `break` print
 * the status that a program ends with when it is interrupted, which is too large for Wine to hand on. */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include <windows.h>

static void need(BOOL good, const char *what) {
    if (!good) {
        fprintf(stderr, "%s: error %lu\n", what, GetLastError());
        exit(99);
    }
}

static PROCESS_INFORMATION start(wchar_t *command, DWORD flags) {
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION process;
    need(CreateProcessW(NULL, command, NULL, NULL, TRUE, flags, NULL, NULL, &how, &process),
         "CreateProcess");
    return process;
}

static DWORD status_of(PROCESS_INFORMATION process) {
    DWORD status = 99;
    need(WaitForSingleObject(process.hProcess, 120000) == WAIT_OBJECT_0, "wait");
    need(GetExitCodeProcess(process.hProcess, &status), "status");
    return status;
}

static int hold(const wchar_t *file, const wchar_t *seconds, wchar_t *command) {
    HANDLE handle = CreateFileW(file, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    need(handle != INVALID_HANDLE_VALUE, "open");
    PROCESS_INFORMATION process = start(command, 0);
    if (WaitForSingleObject(process.hProcess, (DWORD)(1000 * wcstod(seconds, NULL))) ==
        WAIT_TIMEOUT)
        CloseHandle(handle);
    return (int)status_of(process);
}

/* Has posenc begun a file there? Its size in the folder may stay 0 while it is open. */
static BOOL has_begun(const wchar_t *folder) {
    WIN32_FIND_DATAW found;
    wchar_t pattern[MAX_PATH];
    swprintf(pattern, MAX_PATH, L"%ls\\.posenc-*", folder);
    HANDLE search = FindFirstFileW(pattern, &found);
    if (search != INVALID_HANDLE_VALUE)
        FindClose(search);
    return search != INVALID_HANDLE_VALUE;
}

static BOOL WINAPI not_us(DWORD event) {
    (void)event;
    return TRUE;
}

/* Ctrl-C goes to all programs of the console. Wine can't send Ctrl-Break: the thread that Windows would begin for it is begun
 * here. */
static int press(DWORD event, const wchar_t *folder, wchar_t *command) {
    SetConsoleCtrlHandler(not_us, TRUE);
    PROCESS_INFORMATION process = start(command, 0);
    for (int k = 0; !has_begun(folder) && k < 3000; k++)
        Sleep(10);
    if (event == CTRL_C_EVENT) {
        need(GenerateConsoleCtrlEvent(event, 0), "event");
    } else {
        FARPROC routine = GetProcAddress(GetModuleHandleW(L"kernelbase.dll"), "CtrlRoutine");
        need(CreateRemoteThread(process.hProcess, NULL, 0, (LPTHREAD_START_ROUTINE)(void *)routine,
                                (void *)(ULONG_PTR)event, 0, NULL) != NULL,
             "thread");
    }
    printf("ended by %#lx\n", status_of(process));
    return 0;
}

static int page(wchar_t *command) {
    need(SetConsoleOutputCP(437), "page");
    const DWORD status = status_of(start(command, 0));
    printf("page %u\n", GetConsoleOutputCP());
    return (int)status;
}

int wmain(int count, wchar_t *words[]);
int wmain(int count, wchar_t *words[]) {
    if (count == 5 && wcscmp(words[1], L"hold") == 0)
        return hold(words[2], words[3], words[4]);
    if (count == 4 && wcscmp(words[1], L"c") == 0)
        return press(CTRL_C_EVENT, words[2], words[3]);
    if (count == 4 && wcscmp(words[1], L"break") == 0)
        return press(CTRL_BREAK_EVENT, words[2], words[3]);
    if (count == 3 && wcscmp(words[1], L"page") == 0)
        return page(words[2]);
    return 99;
}
