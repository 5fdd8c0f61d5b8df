// A device in words that its owner recognises. What a browser sends is only a claim and is never shown as it came.

// The first that fits: nearly every browser also claims to be Chrome, Safari or both.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

// An Android phone is a Linux as well, and an iPhone "like Mac OS X".
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const LONGEST = 500

const firstOf = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

export const UNKNOWN_DEVICE = 'Unknown device'

export function deviceInWords(userAgent = ''): string {
  const text = userAgent.slice(0, LONGEST)
  const browser = firstOf(BROWSERS, text)
  const system = firstOf(SYSTEMS, text)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A program on ${system}` : UNKNOWN_DEVICE)
}
