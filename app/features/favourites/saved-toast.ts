// Notifications about saved events are opt-in. People are asked once per device, in the message that says Saved.
import { SOON_TOAST_MS } from '../../../contract/limits.ts'
import { readStored, store } from '../../lib/device-storage.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import type { ShowToast } from '../../ui/toast.tsx'
import * as words from './words.ts'

/** Long enough to read and to press; the switch on /saved asks for ever. */
const QUESTION_MS = 12_000

/** Somebody who agreed on another device is not asked again. Unknown: not now. */
async function hasAgreed(): Promise<boolean> {
  try {
    const { notices } = await (await loadApi()).notices.get()
    const saved = notices.find(({ notice }) => notice === 'saved')
    return saved === undefined || saved.mail || saved.push
  } catch {
    return true
  }
}

export async function setSavedNotices(isWanted: boolean): Promise<void> {
  const notices = [{ notice: 'saved' as const, mail: isWanted, push: isWanted }]
  await (await loadApi()).notices.set({ body: { notices } })
}

async function agree(toast: ShowToast) {
  try {
    await setSavedNotices(true)
    toast(words.agreed)
  } catch (error) {
    toast(failureSentence(error, words.notAgreed), { severity: 'error' })
  }
}

export async function savedToast(toast: ShowToast): Promise<void> {
  if (readStored('favouritesAsked') || (await hasAgreed())) return toast('Saved', { ms: SOON_TOAST_MS })
  store('favouritesAsked', 'yes')
  toast(words.wantToKnow, { ms: QUESTION_MS, action: { label: words.tellMeButton, onPress: () => void agree(toast) } })
}
