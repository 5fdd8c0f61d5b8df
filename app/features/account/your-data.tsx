import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'

/** On by default, in the account's second tab; in the settings too, where those are switched on. */
export const YourData = () => (
  <div id="your-data">
    <DownloadData />
    <DeleteAccount />
  </div>
)
