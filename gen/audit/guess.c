#include "audit/guess.h"
#include "audit/guess_numbers.h"
#include "audit/guess_search.h"
#include "audit/guess_shapes.h"
#include "audit/guess_structure.h"
#include "base/die.h"
#include "words/choice.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

enum { VIEWS = 32, ZEROS_MAX = 64 };

/* The ways to cut the array's dimensions in two: positions and channels, in either order. A raw file has one dimension,
 * which max-len cuts. */
static size_t find_views(const struct array *array, uint64_t max_len, const char *axes,
                         struct view views[VIEWS]) {
    size_t count = 0;
    uint64_t slow = 1;
    bool cut = array->dimensions == 1 && max_len > 1;
    for (int k = 0; k <= array->dimensions - 2 || (cut && k == 0); k++) {
        slow *= array->size[k];
        if (cut)
            slow = array->count % max_len == 0 ? max_len : 1;
        uint64_t fast = array->count / slow;
        struct view both[] = {{slow, fast, false}, {cut ? slow : fast, cut ? fast : slow, true}};
        for (int n = 0; n < 2; n++)
            if (count < VIEWS && both[n].positions > 1 && both[n].channels > 1 &&
                (max_len == 0 || both[n].positions == max_len) &&
                (!axes || both[n].channel_major == (strcmp(axes, "channel-major") == 0)))
                views[count++] = both[n];
        if (cut)
            break;
    }
    return count;
}

static uint64_t given_size(const char *text) {
    uint64_t size = 0;
    char *canonical = NULL;
    if (text)
        free(choice_size(MAX_LEN, text, &size, &canonical));
    free(canonical);
    return size;
}

static void visit_shape(void *context, const char *const given[WORDS]) {
    struct guess_search *search = context;
    if (!guess_is_clean(search))
        guess_numbers(search, given);
}

static void try_structure(struct guess_search *search, bool without_zeros) {
    struct structure structure;
    structure_find(&structure, search->data, without_zeros, false);
    if (getenv("GUESS_DEBUG")) {
        fprintf(stderr, "view %d x %d cm %d: axes %d sizes", (int)search->data->view.positions, (int)search->data->view.channels, search->data->view.channel_major, structure.axes);
        for (int a=0;a<structure.axes;a++) fprintf(stderr," %d",(int)structure.size[a]);
        fprintf(stderr," halves %d inter %d zeros %d\n", structure.halves, structure.interleaved,(int)search->data->zeros);
    }
    shape_presets(search, &structure);
    shape_each(search, &structure, visit_shape, search);
    structure_free(&structure);
}

static char *try_view(const struct array *array, struct view view, const char *const given[WORDS], struct measure *measure) {
    struct guess_data data;
    struct guess_search search;
    char *wrong = guess_data_read(&data, array, view, measure);
    if (wrong)
        return wrong;
    guess_search_open(&search, &data, given, array->type->name);
    if (data.zeros < data.rows) {
        try_structure(&search, false);
        if (data.zeros > 0 && data.zeros <= ZEROS_MAX && data.rows == view.positions)
            try_structure(&search, true);
    }
    for (size_t k=0;k<search.count;k++){
        struct trial t; if(trial_open(&t, search.found[k].given)){ char*c=request_command(&t.request); fprintf(stderr,"%g %g %s\n",search.found[k].error,search.found[k].typical,c); free(c); trial_close(&t);} }
    if (getenv("GUESS_DEBUG")) fprintf(stderr,"tried %zu\n", search.tried);
    guess_search_close(&search);
    guess_data_free(&data);
    return NULL;
}

char *guess_open(struct guess *guess, const struct array *array, const char *const given[WORDS]) {
    struct view views[VIEWS];
    struct measure measure = {array->type, 1};
    *guess = (struct guess){.near = false};
    if (array->type->fixed)
        measure.unit = ldexp(1.0 / array->type->factor, -array->type->fraction);
    size_t count = find_views(array, given_size(given[MAX_LEN]), given[AXES], views);
    char *wrong = NULL;
    for (size_t k = 0; k < count && !wrong; k++)
        wrong = try_view(array, views[k], given, &measure);
    return wrong;
}

void guess_free(struct guess *guess) {
    text_free(&guess->report);
    for (int k = 0; k < WORDS; k++)
        free(guess->given[k]);
}
