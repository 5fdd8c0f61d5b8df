import type { ReactNode } from 'react'

export const changeYourAddress = 'Change your email address'
export const aboutChange =
  'We’ll send a link to the new address. Once you’ve used it, you log in with that one. We’ll also let your old address know.'
export const newAddress = 'New email address'
export const changeAddress = 'Change address'

export const yourAddress = 'Your email address'
export const notConfirmedYet = (email: ReactNode) => (
  <>
    {email} isn’t confirmed yet. Please follow the link in our email so that every message from organisers reaches you.
  </>
)
export const sendLinkAgain = 'Send the link again'
export const onItsWay = 'It’s on its way to you.'
export const linkNotSent = 'The email could not be sent. Please try again.'
