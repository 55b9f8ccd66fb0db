/* The words of one rotary table: its width, base, length, and the type of its scaling. */
#include "base/die.h"
#include "exact/number.h"
#include "words/model_reading.h"

#include <stdlib.h>
#include <string.h>

/* --- keys that several names have */

struct alternative {
    struct place place;
    const char *key;
};

/* The number that some keys give, which must agree; NULL if none is there. Ends with a key that is NULL. */
static const char *agreed(struct model_reading *reading, const struct alternative *keys,
                          enum model_kind kind, const char *meaning) {
    const char *first = NULL;
    struct alternative of_first = {reading->config, ""};
    for (; keys->key; keys++) {
        const char *value = model_number(reading, keys->place, keys->key, kind, meaning);
        if (value && first && strcmp(value, first) != 0) {
            char *other = model_key(of_first.place.path, of_first.key);
            model_wrong(reading, keys->place, keys->key, "'%s' contradicts %s '%s'", value, other,
                        first);
            free(other);
        }
        if (value && !first) {
            first = value;
            of_first = *keys;
        }
    }
    return first;
}

/* --- the width */

/* The size of a head, as text; its keys are told in *keys. */
static const char *head_size(struct model_reading *reading, const char **keys) {
    struct place config = reading->config;
    const char *meaning = "the size of a head";
    const char *size = model_number(reading, config, *keys = "qk_rope_head_dim", MODEL_COUNT,
                                    "the rotary part of a head");
    if (!size && strcmp(reading->layer, "full_attention") == 0)
        size = model_number(reading, config, *keys = "global_head_dim", MODEL_COUNT, meaning);
    if (!size)
        size = model_number(reading, config, *keys = "head_dim", MODEL_COUNT, meaning);
    if (!size && reading->family && reading->family->head_dim)
        size = model_assume(reading, config, "head_dim", reading->family->head_dim, meaning);
    if (size)
        return size;
    *keys = "hidden_size / num_attention_heads";
    const struct alternative widths[] = {
        {config, "hidden_size"}, {config, "n_embd"}, {config, NULL}};
    const struct alternative heads[] = {
        {config, "num_attention_heads"}, {config, "n_head"}, {config, NULL}};
    const char *width = agreed(reading, widths, MODEL_COUNT, "the width of the model");
    const char *count = agreed(reading, heads, MODEL_COUNT, "the number of heads");
    if (!width || !count)
        return NULL;
    mpq_t q, n;
    mpq_inits(q, n, (mpq_ptr)NULL);
    model_rational(q, width);
    model_rational(n, count);
    mpq_div(q, q, n);
    char *text = rational_text(q);
    size = model_assume(reading, config, *keys, text, meaning);
    free(text);
    mpq_clears(q, n, (mpq_ptr)NULL);
    return size;
}

/* The share of a head that turns, or NULL for all of it. */
const char *model_partial(struct model_reading *reading) {
    const struct alternative keys[] = {{reading->rule, "partial_rotary_factor"},
                                       {reading->config, "partial_rotary_factor"},
                                       {reading->config, "rotary_pct"},
                                       {reading->config, "rope_pct"},
                                       {reading->config, NULL}};
    const char *share = agreed(reading, keys, MODEL_SHARE, "the share of a head that turns");
    if (!share && reading->family && reading->family->partial &&
        !model_member(reading->config, "rotary_dim"))
        share = model_assume(reading, reading->config, "partial_rotary_factor",
                             reading->family->partial, "the share of a head that turns");
    return share;
}

/* size * share, which must be even */
static char *product(struct model_reading *reading, const char *size, const char *share,
                     const char *keys) {
    mpq_t q, part;
    mpq_inits(q, part, (mpq_ptr)NULL);
    model_rational(q, size);
    model_rational(part, share ? share : "1");
    mpq_mul(q, q, part);
    char *width = rational_text(q);
    bool whole = mpz_cmp_ui(mpq_denref(q), 1) == 0;
    if (!whole || mpz_odd_p(mpq_numref(q)))
        model_wrong(reading, reading->config, keys, "the rotary width%s is '%s', which is not even",
                    share ? " with partial_rotary_factor" : "", width);
    mpq_clears(q, part, (mpq_ptr)NULL);
    return width;
}

/* Multi-head latent attention may give the share of the whole head, whose rotary part it names too. */
static bool names_latent_part(const struct model_reading *reading, const char *size,
                              const char *share) {
    const json_t *head = model_member(reading->config, "head_dim");
    if (!share || !model_member(reading->config, "qk_rope_head_dim") || !json_is_integer(head))
        return false;
    mpq_t whole, part;
    mpq_inits(whole, part, (mpq_ptr)NULL);
    mpz_set_si(mpq_numref(whole), (long)json_integer_value(head));
    model_rational(part, share);
    mpq_mul(whole, whole, part);
    model_rational(part, size);
    bool same = mpq_equal(whole, part);
    mpq_clears(whole, part, (mpq_ptr)NULL);
    return same;
}

/* Sets d-model. A proportional rule has the whole head's width, and reads the share itself. */
static void read_width(struct model_reading *reading) {
    const char *keys = "";
    bool whole = model_is_proportional(reading);
    const char *share = whole ? NULL : model_partial(reading);
    const char *turned =
        model_number(reading, reading->config, "rotary_dim", MODEL_COUNT, "the rotary width");
    const char *size = turned && !share ? NULL : head_size(reading, &keys);
    char *width = NULL;
    if (size)
        width =
            product(reading, size, names_latent_part(reading, size, share) ? NULL : share, keys);
    else if (!turned)
        model_wrong(reading, reading->config, "head_dim",
                    "missing, and so are hidden_size and num_attention_heads");
    if (turned && width && strcmp(turned, width) != 0)
        model_wrong(reading, reading->config, "rotary_dim", "'%s' contradicts %s, which give '%s'",
                    turned, keys, width);
    if (turned && !width)
        width = product(reading, turned, NULL, "rotary_dim");
    reading->table->given[D_MODEL] = width;
}

/* --- the base */

/* Sliding layers may have a base of their own; nested parameters belong to one type of layer already. */
static void read_base(struct model_reading *reading) {
    struct place config = reading->config, rule = reading->rule;
    const struct model_family *family = reading->family;
    bool sliding = strcmp(reading->layer, "sliding_attention") == 0;
    const struct alternative none = {config, NULL};
    const struct alternative own[] = {
        reading->nested ? (struct alternative){rule, "rope_theta"} : none, none};
    const struct alternative local[] = {{config, "rope_local_base_freq"},
                                        {config, "local_rope_theta"},
                                        reading->nested ? own[0] : none,
                                        none};
    const struct alternative usual[] = {{config, "rope_theta"},
                                        {config, "rotary_emb_base"},
                                        {config, "global_rope_theta"},
                                        reading->nested ? none
                                                        : (struct alternative){rule, "rope_theta"},
                                        none};
    const char *base =
        agreed(reading, sliding ? local : own, MODEL_POSITIVE, "the base of these layers");
    if (!base && sliding && family && family->local_base)
        base = model_assume(reading, config, "rope_local_base_freq", family->local_base,
                            "the base of these layers");
    if (!base)
        base = agreed(reading, usual, MODEL_POSITIVE, "the base");
    if (!base)
        base = model_assume(reading, config, "rope_theta",
                            family && family->base ? family->base : "10000", "the base");
    reading->table->given[BASE] = text_format("%s", base);
}

/* --- the length */

static void read_length(struct model_reading *reading) {
    struct place config = reading->config;
    const struct alternative keys[] = {{config, "max_position_embeddings"},
                                       {config, "n_positions"},
                                       {config, "seq_length"},
                                       {config, NULL}};
    const char *length = agreed(reading, keys, MODEL_COUNT, "the number of positions");
    if (length)
        reading->table->given[MAX_LEN] = text_format("%s", length);
}

void model_table_read(struct model_reading *reading) {
    read_length(reading);
    read_width(reading);
    read_base(reading);
    model_rule_read(reading);
}
