import type { Player } from '../player.ts';
import { drawPicture } from './picture.ts';

const steamPath = /^\/economy\/image\/([\w-]{20,})(\/\d+fx\d+f)?$/;
const buffPath = /^\/market\/file\/([\w-]{20,})$/;

/** The hosts of Steam's and Buff's item pictures; here the pictures are drawn. */
export const pictureHosts: Player = {
  slug: 'pictures',
  hosts: ['community.akamai.steamstatic.com', 'g.fp.ps.netease.com'],
  answer: ({ path }) => {
    const [, token] = steamPath.exec(path) ?? buffPath.exec(path) ?? [];
    if (token === undefined) return null;
    return {
      headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000' },
      body: drawPicture(token),
    };
  },
};
