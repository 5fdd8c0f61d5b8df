import { expect, test } from 'vitest'
import { MINUTE } from '../../contract/durations.ts'
import { timeLeftText } from './use-time-left.ts'

test.each([
  [0, '0:00'],
  [999, '0:01'],
  [102_000, '1:42'],
  [9 * MINUTE + 59_000, '9:59'],
  [45 * MINUTE + 30_000, '45 min'],
  [60 * MINUTE, '1 h'],
  [200 * MINUTE, '3 h 20 min'],
  [47 * 60 * MINUTE, '47 h'],
  [49 * 60 * MINUTE, '2 days'],
])('%i ms are %s', (ms, text) => expect(timeLeftText(ms)).toBe(text))
