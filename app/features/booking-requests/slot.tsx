// What is shown in place of BOOK at an event whose organiser decides who comes, or that has a ballot. The button is part of the page that everybody
// gets; the person's own request comes afterwards and changes its words, not its size.
import { useCallback, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { RequestProps } from './own-request.tsx'

const { Part: OwnRequest } = lazyPart(() => import('./own-request.tsx'))

export function AskForPlace(props: RequestProps) {
  const [isReady, setReady] = useState(false)
  // Counted, because without a network each press loads it again.
  const [presses, setPresses] = useState(0)
  const onReady = useCallback(() => setReady(true), [])
  return (
    <>
      {!isReady && (
        <Button
          look={props.isQuiet ? 'outlined' : 'primary'}
          className={props.className}
          onClick={() => setPresses((count) => count + 1)}
        >
          {props.event.ballot ? 'ENTER THE BALLOT' : 'Ask for a place'}
        </Button>
      )}
      <OwnRequest
        key={presses}
        {...props}
        wasPressed={presses > 0}
        onReady={onReady}
        onUnavailable={() => undefined}
        isSilent={presses === 0}
      />
    </>
  )
}
