#include "engine/hard_heap.h"
#include "base/die.h"

#include <stdlib.h>

static bool harder(const struct hard_entry *a, const struct hard_entry *b) {
    if (a->measure != b->measure)
        return a->measure < b->measure;
    if (a->row != b->row)
        return a->row < b->row;
    return a->column != b->column ? a->column < b->column : a->array < b->array;
}

static int by_measure(const void *a, const void *b) {
    return harder(a, b) ? -1 : harder(b, a);
}

static void swap(struct hard_entry *a, struct hard_entry *b) {
    struct hard_entry other = *a;
    *a = *b;
    *b = other;
}

static void sink(struct hard_heap *heap) {
    for (size_t k = 0, child; (child = 2 * k + 1) < heap->count; k = child) {
        if (child + 1 < heap->count && harder(&heap->list[child], &heap->list[child + 1]))
            child++;
        if (!harder(&heap->list[k], &heap->list[child]))
            break;
        swap(&heap->list[k], &heap->list[child]);
    }
}

static void rise(struct hard_heap *heap) {
    for (size_t k = heap->count - 1, parent; k > 0; k = parent) {
        parent = (k - 1) / 2;
        if (!harder(&heap->list[parent], &heap->list[k]))
            break;
        swap(&heap->list[parent], &heap->list[k]);
    }
}

bool hard_heap_wants(const struct hard_heap *heap, double measure) {
    return heap->count < heap->most || measure <= heap->list[0].measure;
}

bool hard_heap_takes(const struct hard_heap *heap, const struct hard_entry *entry) {
    return heap->count < heap->most || harder(entry, &heap->list[0]);
}

void hard_heap_offer(struct hard_heap *heap, const struct hard_entry *entry, const char *name) {
    struct hard_entry new = *entry;
    const size_t *known = names_add(&heap->seen, name, heap->seen.count);
    if (known) {
        new.measure = heap->first[*known].measure;
        if (harder(&new, &heap->first[*known]))
            heap->first[*known] = new;
        return;
    }
    new.number = heap->seen.count - 1;
    heap->first = die_grow(heap->first, new.number, sizeof *heap->first);
    heap->first[new.number] = new;
    if (heap->count < heap->most) {
        heap->list = die_grow(heap->list, heap->count, sizeof *heap->list);
        heap->list[heap->count++] = new;
        rise(heap);
    } else {
        heap->list[0] = new;
        sink(heap);
    }
}

void hard_heap_sort(struct hard_heap *heap) {
    for (size_t k = 0; k < heap->count; k++)
        heap->list[k] = heap->first[heap->list[k].number];
    if (heap->count > 0)
        qsort(heap->list, heap->count, sizeof *heap->list, by_measure);
    names_free(&heap->seen);
    free(heap->first);
    heap->first = NULL;
}
