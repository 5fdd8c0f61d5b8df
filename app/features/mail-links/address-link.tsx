import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { LinkProps } from './link-props.ts'

/** The button that confirms comes with the call for it; no mail carries such a link before. */
export const AddressLink = ({ state: { isConfirmed } }: Pick<LinkProps<'address'>, 'state'>) => (
  <Notice>
    <h1>{isConfirmed ? 'Your address is confirmed' : 'Your address is not confirmed yet'}</h1>
    <ButtonLink to="/events">Browse Events</ButtonLink>
  </Notice>
)
