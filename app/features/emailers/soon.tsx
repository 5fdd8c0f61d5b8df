import { ComingPart } from '../../ui/coming-part.tsx'

export const EmailersSoon = () => (
  <ComingPart name="Emailers" items={['Welcome email', 'Reminder email', 'Thank-you email']} />
)
