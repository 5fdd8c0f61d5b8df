// What the inactive tabs will hold.
import style from './form-tabs.module.css'
import type { FormPart } from './parts.ts'

export function ComingTabs({ parts }: { parts: FormPart[] }) {
  const coming = parts.filter(({ isOn }) => !isOn)
  if (coming.length === 0) return null
  return (
    <div className={style.coming}>
      {coming.map(({ name, Part }) => (
        <Part key={name} form="" event={null} timeZone="" />
      ))}
    </div>
  )
}
