// What other screens show of the account.
export { YourData } from './your-data.tsx'
