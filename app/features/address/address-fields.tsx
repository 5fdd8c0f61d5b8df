import { TEXT } from '../../../contract/limits.ts'
import type { Profile } from '../../../contract/users.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ADDRESS_PARTS } from './parts.ts'
import style from './soon.module.css'

type Address = Profile['address']

interface Props {
  address: Address
  onChange: (address: Address) => void
}

export const AddressFields = ({ address, onChange }: Props) => (
  <section className={style.section} aria-labelledby="address-heading">
    <div className={style.head}>
      <h2 id="address-heading">Address</h2>
    </div>
    <p className="quiet">Optional. Only you can see it.</p>
    <div className={style.pair}>
      {ADDRESS_PARTS.map(([name, label, autoComplete]) => (
        <TextField
          key={name}
          label={label}
          name={name}
          autoComplete={autoComplete}
          maxLength={name === 'zipCode' ? TEXT.zipCode : TEXT.addressLine}
          value={address[name]}
          onValueChange={(value) => onChange({ ...address, [name]: value })}
        />
      ))}
    </div>
  </section>
)
