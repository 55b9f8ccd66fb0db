#include "emit/ordered_writer.h"
#include "base/digest.h"
#include "base/threads.h"
#include "element/element.h"

#include <pthread.h>

struct ordered_writer {
    const struct ordered_job *job;
    bool placed;     /* every piece has its offset, since all bytes are reserved */
    uint64_t offset; /* where the bytes of the first array begin */

    pthread_mutex_t lock; /* on what follows */
    pthread_cond_t written;
    uint64_t next; /* index of the piece to be written next */
    uint64_t digest;
};

/* What goes into the output of a piece of one array. */
struct chunk {
    const void *bytes;
    size_t count;
};

/* Waits for the turn of a piece, but writes as little as possible in it: a file gets the bytes of the first array
 * after it, at an offset reserved in it. */
static void write_in_turn(struct ordered_writer *writer, uint64_t index,
                          const struct chunk chunk[TABLE_ARRAYS]) {
    const struct ordered_job *job = writer->job;
    pthread_mutex_lock(&writer->lock);
    while (writer->next != index)
        pthread_cond_wait(&writer->written, &writer->lock);
    pthread_mutex_unlock(&writer->lock);
    uint64_t offset = 0;
    bool later = chunk[0].count > 0 && file_reserve(job->out, chunk[0].count, &offset);
    if (chunk[0].count > 0 && !later)
        file_write(job->out, chunk[0].bytes, chunk[0].count);
    if (chunk[1].count > 0)
        scratch_write(job->second, chunk[1].bytes, chunk[1].count);
    pthread_mutex_lock(&writer->lock);
    writer->next++;
    pthread_cond_broadcast(&writer->written);
    pthread_mutex_unlock(&writer->lock);
    if (later)
        file_write_at(job->out, offset, chunk[0].bytes, chunk[0].count);
}

static void write_placed(const struct ordered_writer *writer, const struct piece *piece,
                         const struct chunk chunk[TABLE_ARRAYS]) {
    const struct ordered_job *job = writer->job;
    for (uint64_t array = 0; array < job->arrays; array++)
        file_write_at(job->out, writer->offset + array * job->array_bytes + piece->offset,
                      chunk[array].bytes, chunk[array].count);
}

/* Makes the chunk of each array: its bytes, or their text. */
static void make_chunks(const struct ordered_job *job, const struct piece *piece,
                        struct text text[TABLE_ARRAYS], struct chunk chunk[TABLE_ARRAYS]) {
    for (uint64_t array = 0; array < job->arrays; array++) {
        const struct piece one = piece_of(piece, array);
        chunk[array] = (struct chunk){one.entries, one.bytes};
        if (job->reversed > 0)
            element_reverse(job->reversed, one.bytes / job->reversed, one.entries,
                            instructions_best());
        if (!job->printer)
            continue;
        text[array].used = 0;
        print_rows(&job->printer[array], &one, &text[array]);
        chunk[array] = (struct chunk){text[array].bytes, text[array].used};
    }
}

static void *work(void *context) {
    struct ordered_writer *writer = context;
    const struct ordered_job *job = writer->job;
    struct worker *worker = worker_new(job->rows);
    struct text text[TABLE_ARRAYS] = {{NULL, 0, 0}};
    uint64_t digest = 0;
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        struct chunk chunk[TABLE_ARRAYS] = {{NULL, 0}};
        make_chunks(job, piece, text, chunk);
        if (job->digests) /* of a .bin, which has one array */
            digest =
                digest_sum(digest, digest_piece(chunk[0].bytes, chunk[0].count, piece->offset));
        if (writer->placed)
            write_placed(writer, piece, chunk);
        else
            write_in_turn(writer, piece->index, chunk);
        progress_add(job->progress, job->arrays * piece->rows * piece->columns);
    }
    pthread_mutex_lock(&writer->lock);
    writer->digest = digest_sum(writer->digest, digest);
    pthread_mutex_unlock(&writer->lock);
    for (int array = 0; array < TABLE_ARRAYS; array++)
        text_free(&text[array]);
    worker_free(worker);
    return NULL;
}

uint64_t ordered_write(const struct ordered_job *job) {
    struct ordered_writer writer = {.job = job};
    writer.placed =
        !job->printer && file_reserve(job->out, job->arrays * job->array_bytes, &writer.offset);
    pthread_mutex_init(&writer.lock, NULL);
    pthread_cond_init(&writer.written, NULL);
    const unsigned threads = job->threads < ORDERED_WRITER_MAX ? job->threads : ORDERED_WRITER_MAX;
    const uint64_t pieces = rows_pieces(job->rows);
    threads_run(threads < pieces ? threads : (unsigned)pieces, work, &writer);
    pthread_cond_destroy(&writer.written);
    pthread_mutex_destroy(&writer.lock);
    return writer.digest;
}
