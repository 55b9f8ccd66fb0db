#include "emit/ordered_writer.h"
#include "base/digest.h"

#include <pthread.h>
#include <stdbool.h>

struct ordered_writer {
    struct rows *rows;
    ordered_format *format;
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

static void wait_for_turn(struct ordered_writer *writer, uint64_t index) {
    pthread_mutex_lock(&writer->lock);
    while (writer->next != index)
        pthread_cond_wait(&writer->written, &writer->lock);
    pthread_mutex_unlock(&writer->lock);
}

static void end_turn(struct ordered_writer *writer) {
    pthread_mutex_lock(&writer->lock);
    writer->next++;
    pthread_cond_broadcast(&writer->written);
    pthread_mutex_unlock(&writer->lock);
}

static void *work(void *context) {
    struct ordered_writer *writer = context;
    struct worker *worker = worker_new(writer->rows);
    struct text text = {NULL, 0, 0};
    uint64_t digest = 0;
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        text.used = 0;
        if (writer->format)
            writer->format(writer->context, piece, &text);
        const void *bytes = writer->format ? text.bytes : piece->entries;
        size_t count = writer->format ? text.used : piece->bytes;
        if (writer->digests)
            digest = digest_sum(digest, digest_piece(bytes, count, piece->offset));
        if (!writer->format && file_write_at(writer->out, writer->offset + piece->offset,
                                             piece->entries, piece->bytes)) {
            progress_add(writer->progress, piece->rows * piece->columns);
            continue;
        }
        wait_for_turn(writer, piece->index);
        file_write(writer->out, bytes, count);
        end_turn(writer);
        progress_add(writer->progress, piece->rows * piece->columns);
    }
    pthread_mutex_lock(&writer->lock);
    writer->digest = digest_sum(writer->digest, digest);
    pthread_mutex_unlock(&writer->lock);
    text_free(&text);
    worker_free(worker);
    return NULL;
}

void ordered_write(struct rows *rows, unsigned threads, ordered_format *format, const void *context,
                   struct file *out, uint64_t offset, struct progress *progress, uint64_t *digest) {
    struct ordered_writer writer = {.rows = rows,
                                    .format = format,
                                    .context = context,
                                    .out = out,
                                    .offset = offset,
                                    .progress = progress,
                                    .digests = digest != NULL};
    pthread_mutex_init(&writer.lock, NULL);
    pthread_cond_init(&writer.written, NULL);
    pthread_t thread[ORDERED_WRITER_MAX];
    unsigned wanted = threads < ORDERED_WRITER_MAX ? threads : ORDERED_WRITER_MAX, started = 0;
    while (started + 1 < wanted && started + 1 < rows_pieces(rows)) {
        /* with fewer threads than wanted the work is the same */
        if (pthread_create(&thread[started], NULL, work, &writer) != 0)
            break;
        started++;
    }
    work(&writer);
    for (unsigned k = 0; k < started; k++)
        pthread_join(thread[k], NULL);
    pthread_cond_destroy(&writer.written);
    pthread_mutex_destroy(&writer.lock);
    if (digest)
        *digest = writer.digest;
}
