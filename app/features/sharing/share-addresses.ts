// Where others take a link over: their own programs, with what is to be sent written already. Nothing is loaded from them.
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

export const mailAddress = (title: string, url: string) =>
  `mailto:?subject=${encode(title)}&body=${encode(`${title}\r\n${url}`)}`

export const whatsAppAddress = (title: string, url: string) => `https://wa.me/?text=${encode(`${title} ${url}`)}`
