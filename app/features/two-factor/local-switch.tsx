import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import ruled from '../../ui/ruled-section.module.css'
import * as words from './words.tsx'

/** In the base product it switches its own text and nothing else. */
export function LocalSwitch() {
  const [isOn, setIsOn] = useState(false)
  return (
    <section className={ruled.section} aria-labelledby="two-factor-heading">
      <h2 id="two-factor-heading">{words.twoFactor}</h2>
      <p className="quiet">{words.aboutTwoFactor}</p>
      {isOn && (
        <p role="status" className="quiet">
          {words.notActive}
        </p>
      )}
      <Button look="outlined" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
        {words.switchTwoFactor(isOn ? 'Disable' : 'Enable')}
      </Button>
    </section>
  )
}
