import type { Profile } from '../../../contract/users.ts'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ADDRESS_PARTS } from './parts.ts'
import style from './soon.module.css'

/** Read-only and greyed out until addresses can be changed. */
export const AddressSoon = ({ address }: { address: Profile['address'] }) => (
  <section className={style.group} aria-labelledby="address-heading">
    <div className={style.head}>
      <h2 id="address-heading">Address</h2>
      <ComingSoonBadge />
    </div>
    <div className={style.pair}>
      {ADDRESS_PARTS.map(([name, label]) => (
        <TextField key={name} label={label} name={name} value={address[name]} readOnly tabIndex={-1} />
      ))}
    </div>
  </section>
)
