import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { Pinned } from '../support.ts';
import { type Contender, pause, SERVER_CORE } from './contender.ts';

const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';

/**
 * One worker, as Hookline has one thread for its sockets; as many messages kept as Hookline keeps;
 * a queue for new connections and buffers for bodies in which the largest scenario fits.
 */
function configuration(folder: string, port: number): string {
  return `
load_module ${MODULE};
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${folder}/pid;
error_log ${folder}/error.log warn;
events {
  worker_connections 16384;
  multi_accept on;
}
http {
  access_log off;
  tcp_nodelay on;
  keepalive_requests 1000000000;
  client_max_body_size 1m;
  client_body_buffer_size 1m;
  client_body_temp_path ${folder}/bodies;
  nchan_shared_memory_size 512m;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /publish {
      nchan_publisher;
      nchan_channel_id events;
      nchan_store_messages on;
      nchan_message_buffer_length 50;
      nchan_message_timeout 1h;
    }
    location = /events {
      nchan_subscriber eventsource;
      nchan_channel_id events;
      nchan_subscriber_first_message newest;
    }
  }
}
`;
}

export function nchan(folder: string): Contender {
  return {
    name: 'nchan',
    async start() {
      const place = join(folder, `nginx-${randomUUID()}`);
      mkdirSync(place);
      const port = await freePort();
      const file = join(place, 'nginx.conf');
      writeFileSync(file, configuration(place, port));
      const process = new Pinned(SERVER_CORE, folder, 'nginx', ['-c', file, '-p', place]);
      await answers(`http://127.0.0.1:${port}/`);
      return { process, port, streamPath: '/events', publishPath: '/publish' };
    },
  };
}

async function answers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await fetch(url, { headers: { connection: 'close' } });
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await pause(20);
    }
  }
}
