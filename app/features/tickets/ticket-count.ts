export const ticketCount = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`)
