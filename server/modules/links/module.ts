import type { Module } from '../../module.ts'

export const links: Module = {
  routes: () => [],
}
