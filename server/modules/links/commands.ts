import { AppError } from '../../../contract/errors.ts'
import type { z } from 'zod'
import type { unsubscribeState } from '../../../contract/mail-links.ts'
import { noticeWords } from '../../../contract/notices.ts'
import type { Deps } from '../../deps.ts'
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
  const link = await findLink(deps, token)
  const notice = link?.purpose === 'unsubscribe' ? noticeOf(link.subjectId) : undefined
  if (!link || !notice) throw new AppError('link_invalid')
  await switchNotice(deps.db, link.user.id, { notice, mail: !isUnsubscribed })
  return { purpose: 'unsubscribe', from: noticeWords(notice), isUnsubscribed }
}
