// The page of an email's link. Opening it changes nothing, no matter who opens it, or how: only a press sends something, with
// the link's token in place of a session.
import { useState } from 'react'
import type { LinkState } from '../../../contract/mail-links.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AddressLink } from './address-link.tsx'
import { AnswerLink } from './answer-link.tsx'
import { KeepAddressLink } from './keep-address-link.tsx'
import { OfferLink } from './offer-link.tsx'
import { SurveyLink } from './survey-link.tsx'
import { UnsubscribeLink } from './unsubscribe-link.tsx'
import * as words from './words.tsx'

export function MailLink({ token }: { token: string }) {
  const { loaded, reload, refresh } = useCall(token, (api) => api.links.get({ params: { token } }))
  if (loaded.state === 'loading') return <Spinner label={words.openingLink} />
  if (loaded.state === 'failed') {
    const isOver = isRefusal(loaded.error, 'link_invalid') || isRefusal(loaded.error, 'bad_request')
    return (
      <Notice isError>
        <h1>{isOver ? words.noLongerValid : words.didNotWork}</h1>
        {isOver ? (
          <>
            <p>{words.tooOld}</p>
            <ButtonLink to="/my-bookings">{words.myBookings}</ButtonLink>
          </>
        ) : (
          <>
            <p>{failureSentence(loaded.error, words.linkNotOpened)}</p>
            <Button look="outlined" onClick={reload}>
              {words.tryAgain}
            </Button>
          </>
        )}
      </Notice>
    )
  }
  return <Purpose token={token} opened={loaded.value} reload={refresh} />
}

function Purpose({ token, opened, reload }: { token: string; opened: LinkState; reload: () => void }) {
  const [{ state, from }, setKnown] = useState({ state: opened, from: opened })
  const onChange = (changed: LinkState) => setKnown({ state: changed, from })
  // Asked again after a refusal: what it says stays on the screen, so that somebody knows why things look different.
  if (from !== opened) setKnown({ state: opened, from: opened })
  const rest = { token, onChange, reload }
  switch (state.purpose) {
    case 'answer':
      return <AnswerLink state={state} {...rest} />
    case 'offer':
      return <OfferLink state={state} {...rest} />
    case 'unsubscribe':
      return <UnsubscribeLink state={state} {...rest} />
    case 'address':
      return <AddressLink state={state} {...rest} />
    case 'keep-address':
      return <KeepAddressLink state={state} {...rest} />
    case 'survey':
      return <SurveyLink state={state} {...rest} />
  }
}
