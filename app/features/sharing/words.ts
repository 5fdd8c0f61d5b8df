export const htmlForPage = 'HTML for your page'
export const aboutEmbed = (site: string) => `Shows the event as it is now, with a button that opens it on ${site}.`
export const copyCode = 'Copy code'
export const codeCopied = 'Code copied'
export const copySelectedCode = 'Please copy the selected code.'

export const onYourWebsite = 'On your website'

export const shareThisEvent = 'Share this event'
export const linkToEvent = 'Link to the event'
export const qrCodeOfLink = 'QR code of the link to the event'
export const scanOrPrint = 'Scan it with another phone, or print it.'
export const showOnWebsite = 'Show it on your own website'
