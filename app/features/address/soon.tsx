import type { Profile } from '../../../contract/users.ts'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './soon.module.css'

const FIELDS = [
  ['street', 'Street'],
  ['city', 'City'],
  ['state', 'State'],
  ['zipCode', 'Zip code'],
  ['country', 'Country'],
] as const

/** Read-only and greyed out until addresses can be changed. */
export const AddressSoon = ({ address }: { address: Profile['address'] }) => (
  <section className={style.group} aria-labelledby="address-heading">
    <div className={style.head}>
      <h2 id="address-heading">Address</h2>
      <ComingSoonBadge />
    </div>
    <div className={style.pair}>
      {FIELDS.map(([name, label]) => (
        <TextField key={name} label={label} name={name} value={address[name]} readOnly tabIndex={-1} />
      ))}
    </div>
  </section>
)
