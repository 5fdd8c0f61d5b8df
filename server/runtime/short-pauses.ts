// V8 guesses from the first second which objects live long and puts all of their kind among the old ones from then on.
// A server's first second is a bad sample: it then takes requests for old, whatever hangs on one is copied as if it were
// still used, and each collection of young garbage stops everybody for 10 to 25 ms instead of 1 or 2.
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--no-allocation-site-pretenuring')
