import { useState } from 'react'
import { readColourMode, setColourMode, type ColourMode } from '../lib/theme.ts'
import { MoonIcon, SunIcon, SystemIcon } from '../ui/screen-icons.tsx'
import style from './colour-mode-switch.module.css'

const MODES = [
  { mode: 'system', label: 'System', Icon: SystemIcon },
  { mode: 'light', label: 'Light', Icon: SunIcon },
  { mode: 'dark', label: 'Dark', Icon: MoonIcon },
] as const

/** Part of a drawer that is never rendered on the server, so it may ask the device at once. */
export function ColourModeSwitch() {
  const [mode, setMode] = useState<ColourMode>(readColourMode)
  const choose = (chosen: ColourMode) => {
    setColourMode(chosen)
    setMode(chosen)
  }
  return (
    <fieldset className={style.switch}>
      <legend className={style.legend}>Colours</legend>
      <div className={style.choices}>
        {MODES.map(({ mode: value, label, Icon }) => (
          <label key={value} className={style.choice}>
            <input
              type="radio"
              name="colour-mode"
              className="visually-hidden"
              checked={mode === value}
              onChange={() => choose(value)}
            />
            <Icon />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
