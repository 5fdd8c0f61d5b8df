import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InlineSpinner } from '../../ui/spinner.tsx'
import style from './location-dialog.module.css'
import type { LocationState } from './location-machine.ts'

interface Props {
  state: LocationState
  onAllow: () => void
  onDecline: () => void
}

const FirstTime = () => (
  <>
    <p>We use your location to show you events happening near you and provide better recommendations.</p>
    <p className="quiet">
      Your location data is only used to improve your experience and is not shared with third parties.
    </p>
  </>
)

const Revoked = () => (
  <>
    <p className={style.warning}>
      It appears you&apos;ve revoked location permission in your browser. We need your permission again to show events
      near you.
    </p>
    <ol className={style.steps}>
      <li>Click &quot;Allow Location Access&quot; below.</li>
      <li>When your browser asks, choose &quot;Allow&quot;.</li>
      <li>If no dialog appears, reset the location permission for this site in your browser settings.</li>
    </ol>
  </>
)

export default function LocationDialog({ state, onAllow, onDecline }: Props) {
  const { loading, error, revoked } = state
  return (
    <Dialog
      open
      unasked
      onClose={onDecline}
      locked={loading}
      title={revoked ? 'Location Permission Required' : 'Enable Location Services'}
    >
      <div className="stack gap-12">{revoked ? <Revoked /> : <FirstTime />}</div>
      <p role="alert" className={style.error}>
        {error}
      </p>
      <div className={style.buttons}>
        <Button look="outlined" onClick={onDecline} disabled={loading}>
          Not Now
        </Button>
        <Button onClick={onAllow} disabled={loading}>
          {loading ? (
            <>
              <InlineSpinner /> Requesting...
            </>
          ) : (
            'Allow Location Access'
          )}
        </Button>
      </div>
    </Dialog>
  )
}
