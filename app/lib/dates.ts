// Mails write them too, so they stand in the contract.
export { durationHours, formatDate, formatDay, formatTime, ordinal, zoneShortName } from '../../contract/dates.ts'
