// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

/// Who owns a name, and who answers for it (EIP-137).
contract NameRegistry {
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;

    error NotOwner();

    constructor() {
        owner[bytes32(0)] = msg.sender;
    }

    modifier onlyOwner(bytes32 node) {
        if (owner[node] != msg.sender) revert NotOwner();
        _;
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address to) external onlyOwner(node) returns (bytes32) {
        bytes32 subnode = keccak256(abi.encodePacked(node, label));
        owner[subnode] = to;
        emit NewOwner(node, label, to);
        return subnode;
    }

    function setResolver(bytes32 node, address to) external onlyOwner(node) {
        resolver[node] = to;
        emit NewResolver(node, to);
    }
}
