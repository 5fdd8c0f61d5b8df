// What leads to events beside the lists.
export { calls as creators } from '../../../contract/creators.ts'
export { calls as favourites } from '../../../contract/favourites.ts'
export { calls as featured } from '../../../contract/featured.ts'
export { calls as popular } from '../../../contract/popular.ts'
export { calls as recommended } from '../../../contract/recommended.ts'
