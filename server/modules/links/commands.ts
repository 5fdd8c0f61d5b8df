import { AppError } from '../../../contract/errors.ts'
import type { z } from 'zod'
import type { unsubscribeState } from '../../../contract/mail-links.ts'
import { noticeWords } from '../../../contract/notices.ts'
import { readRefusal } from '../../access/refusal-tokens.ts'
import type { Deps } from '../../deps.ts'
import { REFUSED_WORDS, setRefused } from '../../notices/refusals.ts'
import { switchNotice } from '../../notices/settings.ts'
import { noticeOf } from '../../notices/unsubscribe.ts'
import { findLink } from './queries.ts'

type UnsubscribeState = z.output<typeof unsubscribeState>

/** What the button behind a link to unsubscribe does, as often as it is pressed. */
export async function switchByLink(
  deps: Deps,
  token: string,
  { isUnsubscribed }: { isUnsubscribed: boolean },
): Promise<UnsubscribeState> {
  const refusing = readRefusal(deps.secrets, token)
  if (refusing) {
    await setRefused(deps.db, refusing, isUnsubscribed)
    return { purpose: 'unsubscribe', from: REFUSED_WORDS, isUnsubscribed }
  }
  const link = await findLink(deps, token)
  const notice = link?.purpose === 'unsubscribe' ? noticeOf(link.subjectId) : undefined
  if (!link || !notice) throw new AppError('link_invalid')
  await switchNotice(deps.db, link.user.id, { notice, mail: !isUnsubscribed })
  return { purpose: 'unsubscribe', from: noticeWords(notice), isUnsubscribed }
}
