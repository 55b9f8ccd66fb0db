/* One frequency at one position: the sine and the cosine that a pipeline makes of them. */
#ifndef POSENC_PIPELINE_SLOT_H
#define POSENC_PIPELINE_SLOT_H

#include "audit/pipeline_entry.h"
#include "audit/pipeline_frequency.h"
#include "audit/pipeline_place.h"

/* What all pipelines of a table share. */
struct pipeline_tools {
    struct sines *sines;
    struct ziv *ziv;
    struct pipeline_entry entry;
    bool constant; /* is it a table of frequencies? */
};

/* A sine and a cosine that are rounded to a format: the numbers, or what suffices of them to know the entries. */
struct pipeline_sines {
    bool entries;
    double pair[2];
    uint64_t bits[2];
};

/* Sets bits[SINE] and bits[COSINE] to entries of frequency k, which is w by pipeline_frequency; both are the frequency's
 * if the table is constant. */
void pipeline_slot(struct pipeline_tools *, const struct pipeline_row *,
                   const struct frequency_list *, uint64_t k, double w, struct place *,
                   uint64_t bits[2]);

/* The steps of that, for rows whose angle is rounded, unless the table is constant. */
bool pipeline_has_angle(const struct pipeline_tools *, const struct pipeline_row *);
double pipeline_angle(const struct pipeline_row *, const struct frequency_list *, uint64_t k,
                      double w, struct place *);
struct pipeline_sines pipeline_sines(const struct pipeline_tools *, const struct pipeline_row *,
                                     double x);
void pipeline_sine_bits(const struct pipeline_tools *, const struct pipeline_row *,
                        const struct pipeline_sines *, uint64_t bits[2]);

#endif
