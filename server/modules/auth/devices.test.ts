import { expect, test } from 'vitest'
import { deviceInWords } from './devices.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36 Edg/156.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/156.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`, 'Safari on Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} CriOS/156.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  ['curl/8.5.0 (x86_64-pc-linux-gnu) Linux', 'A program on Linux'],
  ['curl/8.5.0', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words)
})

test('a browser that sends a book is read at its first page', () => {
  expect(deviceInWords(`${'x'.repeat(200_000)} Firefox/145.0 Linux`)).toBe('Unknown device')
})
