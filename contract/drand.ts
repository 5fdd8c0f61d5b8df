// Whether drand's members signed a round together. BLS signatures on BLS12-381 with keys in G2 and signatures in G1, the
// message being the round's number (drand's scheme bls-unchained-g1-rfc9380). Loaded only where it is needed: 30 KB.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { QUICKNET } from './ballot.ts'

const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

function messageOf(round: number) {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return sha256(bytes)
}

/** A text that is no point of the curve is no signature. */
export function isRoundSignature(round: number, signature: string): boolean {
  const { shortSignatures } = bls12_381
  try {
    const hashed = shortSignatures.hash(messageOf(round), DST)
    return shortSignatures.verify(hexToBytes(signature), hashed, hexToBytes(QUICKNET.publicKey))
  } catch {
    return false
  }
}

/** The round's number: the hash of the signature's bytes. */
export const randomnessOf = (signature: string) => bytesToHex(sha256(hexToBytes(signature)))
