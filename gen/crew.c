#include "crew.h"
#include "digest.h"

#include <pthread.h>
#include <stdbool.h>

struct crew {
    struct rows *rows;
    crew_format *format;
    const void *context;
    struct file *out;
    uint64_t offset;
    struct progress *progress;
    bool digests;
    pthread_mutex_t lock; /* on what follows */
    pthread_cond_t written;
    uint64_t next; /* index of the piece to be written next */
    uint64_t digest;
};

static void wait_for_turn(struct crew *crew, uint64_t index) {
    pthread_mutex_lock(&crew->lock);
    while (crew->next != index)
        pthread_cond_wait(&crew->written, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

static void end_turn(struct crew *crew) {
    pthread_mutex_lock(&crew->lock);
    crew->next++;
    pthread_cond_broadcast(&crew->written);
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *context) {
    struct crew *crew = context;
    struct worker *worker = worker_new(crew->rows);
    struct text text = {NULL, 0, 0};
    uint64_t digest = 0;
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        text.used = 0;
        if (crew->format)
            crew->format(crew->context, piece, &text);
        const void *bytes = crew->format ? text.bytes : piece->entries;
        size_t count = crew->format ? text.used : piece->bytes;
        if (crew->digests)
            digest = digest_sum(digest, digest_piece(bytes, count, piece->offset));
        if (!crew->format &&
            file_write_at(crew->out, crew->offset + piece->offset, piece->entries, piece->bytes)) {
            progress_add(crew->progress, piece->rows * piece->columns);
            continue;
        }
        wait_for_turn(crew, piece->index);
        file_write(crew->out, bytes, count);
        end_turn(crew);
        progress_add(crew->progress, piece->rows * piece->columns);
    }
    pthread_mutex_lock(&crew->lock);
    crew->digest = digest_sum(crew->digest, digest);
    pthread_mutex_unlock(&crew->lock);
    text_free(&text);
    worker_free(worker);
    return NULL;
}

void crew_run(struct rows *rows, unsigned threads, crew_format *format, const void *context,
              struct file *out, uint64_t offset, struct progress *progress, uint64_t *digest) {
    struct crew crew = {.rows = rows,
                        .format = format,
                        .context = context,
                        .out = out,
                        .offset = offset,
                        .progress = progress,
                        .digests = digest != NULL};
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.written, NULL);
    pthread_t thread[CREW_MAX];
    unsigned wanted = threads < CREW_MAX ? threads : CREW_MAX, started = 0;
    while (started + 1 < wanted && started + 1 < rows_pieces(rows)) {
        /* with fewer threads than wanted the work is the same */
        if (pthread_create(&thread[started], NULL, work, &crew) != 0)
            break;
        started++;
    }
    work(&crew);
    for (unsigned k = 0; k < started; k++)
        pthread_join(thread[k], NULL);
    pthread_cond_destroy(&crew.written);
    pthread_mutex_destroy(&crew.lock);
    if (digest)
        *digest = crew.digest;
}
