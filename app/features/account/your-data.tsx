import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'

/** What an address can lead to here: the email about the file does. */
export const YOUR_DATA = ['your-data', 'download-data', 'delete-account']

/** On by default, in the account's second tab and in the settings. */
export const YourData = () => (
  <div id="your-data">
    <DownloadData />
    <DeleteAccount />
  </div>
)
