import { Choice } from '../../ui/choice.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'

/** Locked to Free. */
export const OnlyFree = () => (
  <Choice
    label="Price type"
    value="free"
    options={[
      { value: 'free', label: 'Free' },
      { value: 'paid', label: 'Paid', disabled: true, note: <ComingSoonBadge /> },
    ]}
  />
)
