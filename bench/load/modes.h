#ifndef MODES_H
#define MODES_H
#include "wire.h"

void churn(const Options *options);
void fan_out(const Options *options);
void hold(const Options *options);
void storm(const Options *options);
#endif
