export const downloadYourData = 'Download your data'
export const aboutDownload = (site: string, days: number) =>
  `One file with everything ${site} keeps about you, including your pictures. We’ll email you a link, valid for ${days} days.`
export const preparing = 'We’re preparing your file. We’ll email you when it’s ready.'
export const downloadMyData = 'Download my data'
export const requestMyData = 'Request my data'
export const notPrepared = 'Your file could not be prepared. Please try again.'
