import type { ReactNode } from 'react'

export const whoDidWhat = 'Who did what'
export const aboutManagers = 'Managers can do everything except delete the event and change the team.'
export const createdEvent = 'created the event'
export const managesWithYou = 'manages it with you'
export const leaveTeam = 'Leave the team'
export const removeFromTeam = (name: string) => `Remove ${name} from the team`
export const isInvited = (email: ReactNode) => <>{email} is invited</>
export const withdrawInvitation = (email: string) => `Withdraw the invitation to ${email}`
export const invitationWithdrawn = 'The invitation was withdrawn.'
export const inviteManager = 'Invite a manager by email'
export const invitationIsOnItsWay = (email: string) => `An invitation is on its way to ${email}.`

export const handOverEvent = 'Hand the event over'
export const aboutHandover =
  'Bookings, team and statistics stay. Once they accept, you lose access and your door links end.'
export const wasAsked = (email: ReactNode) => <>{email} was asked to take the event over</>
export const emailOfNew = 'Email address of the new organiser'
export const handOver = 'Hand over'
export const handoverAsked = (email: string) => `We sent an email to ${email}. The event stays yours until they accept.`
export const eventStaysYours = 'The event stays yours.'
