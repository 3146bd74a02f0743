// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Collection} from "./Collection.sol";

/// A spam NFT that promises money. The index flags the collection as spam.
contract Airdrop is Collection {
    constructor() ERC721("$5,000 VOUCHER - claim at voucher.example", "CLAIM") {}

    function _about() internal pure override returns (string memory) {
        return "Claim your reward now.";
    }

    function _draw(uint256) internal pure override returns (bytes memory) {
        return
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="#ffe14d"/><path d="M40 110h240v100H40z" fill="#d3272f"/><text x="160" y="178" font-family="Arial" font-weight="700" font-size="52" text-anchor="middle" fill="#fff">$5,000</text></svg>';
    }
}
