// A browser whose camera shows one QR code, and nothing else: one frame of raw video, which Chromium plays for ever.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import encodeQR from 'qr'
import { BROWSER } from './browser.ts'

const [WIDTH, HEIGHT] = [640, 480]
// Small, grey on grey and off the middle: a phone held by a guest in a doorway.
const [SCALE, LEFT, TOP, LIGHT, DARK] = [6, 230, 110, 150, 60]

export function videoOf(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const luma = Buffer.alloc(WIDTH * HEIGHT, 90)
  for (let y = 0; y < modules.length * SCALE; y++)
    for (let x = 0; x < modules.length * SCALE; x++) {
      const isDark = modules[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)]
      luma[(TOP + y) * WIDTH + LEFT + x] = isDark ? DARK : LIGHT
    }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, colour])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

export function launchWithCamera(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'hooley-camera-')), 'camera.y4m')
  writeFileSync(file, videoOf(text))
  return chromium.launch({
    ...BROWSER,
    args: [
      ...BROWSER.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
}
