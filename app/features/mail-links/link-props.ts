import type { LinkState } from '../../../contract/mail-links.ts'

export interface LinkProps<P extends LinkState['purpose']> {
  token: string
  state: Extract<LinkState, { purpose: P }>
  onChange: (state: LinkState) => void
  reload: () => void
}
