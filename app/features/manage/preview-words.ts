export const asGuestsRead = 'As your guests will read it'
export const asGuestReads = (name: string) => `As ${name} will read it`
export const replyGoesToOrganiser = 'Reply to this email and it goes to the organiser.'
export const doNotReply =
  'Please don’t reply to this email. Nobody reads this inbox. You can ask the organiser on the event’s page.'
export const eachAlone = (audience: string) =>
  `${audience} Each person gets their own email and can’t see anyone else’s address.`
export const goesToAlone = (name: string) => `Goes to ${name} alone.`
export const sendTo = (name: string) => `Send to ${name}`
export const testToMyself = 'Test to myself'
export const keepEditing = 'Keep editing'
