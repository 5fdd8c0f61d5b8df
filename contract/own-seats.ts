// Whose the seats of a booking are. Without zod: pages need it before they need the API.
interface SentSeats {
  numberOfTickets: number
  admitted?: number
  sent?: { usedAt: unknown }[]
}

/** The seats that were not sent to friends: how many there are, how many of them are in, and how many are still free. */
export function ownSeats({ numberOfTickets, admitted = 0, sent = [] }: SentSeats) {
  const seats = Math.max(0, numberOfTickets - sent.length)
  const inside = Math.min(seats, Math.max(0, admitted - sent.filter(({ usedAt }) => usedAt).length))
  return { seats, admitted: inside, free: seats - inside }
}
