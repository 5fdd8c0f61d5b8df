import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import ruled from '../../ui/ruled-section.module.css'

/** In the base product it switches its own text and nothing else. */
export function LocalSwitch() {
  const [isOn, setIsOn] = useState(false)
  return (
    <section className={ruled.section} aria-labelledby="two-factor-heading">
      <h2 id="two-factor-heading">Two-Factor Authentication</h2>
      <p className="quiet">A second step when you log in, in case someone learns your password.</p>
      {isOn && (
        <p role="status" className="quiet">
          Not active yet: logging in doesn’t ask for a second step so far.
        </p>
      )}
      <Button look="outlined" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
        {isOn ? 'Disable' : 'Enable'} Two-Factor Authentication
      </Button>
    </section>
  )
}
